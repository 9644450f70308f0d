/** What a press is about: the form of the button, else the dialog in whose foot it is, else the page. */
const FORM = 'form, .dialog, main'
const FAULT = '[aria-invalid="true"], .field-set:has(> .field-error), .file.invalid'
const CONTROL = ':is(input, select, textarea, button):not(:disabled)'

let watching: MutationObserver | undefined

/**
 * A refused form leads to its first invalid field: it gets the focus and scrolls into view. The market's refusal comes some time
 * after the press; a user who types by then keeps the focus.
 */
function watchFaults({ target }: Event): void {
  const button = target instanceof Element ? target.closest('.button.primary, [type="submit"]') : null
  const form = button?.closest(FORM)
  if (!form) return
  stop()
  watching = new MutationObserver(() => showFault(form))
  watching.observe(form, { subtree: true, childList: true, attributeFilter: ['aria-invalid', 'class', 'disabled'] })
  requestAnimationFrame(() => watching && showFault(form))
}

function showFault(form: Element): void {
  const fault = form.querySelector(FAULT)
  const control = fault && controlOf(fault)
  if (!control) return
  control.focus({ preventScroll: true })
  if (document.activeElement !== control) return
  const field = control.closest('.field-set') ?? control
  field.scrollIntoView({ block: 'center' })
  stop()
}

/** A field that says what is wrong, or the part of it that takes the focus. */
function controlOf(fault: Element): HTMLElement | null {
  if (fault.matches(CONTROL)) return fault as HTMLElement
  return (
    fault.querySelector<HTMLElement>(`[aria-invalid="true"]:is(input, select, textarea), input:checked`) ?? fault.querySelector(CONTROL)
  )
}

function stop(): void {
  watching?.disconnect()
  watching = undefined
}

/** Once for all forms: each has its fields from this kit. */
globalThis.document?.addEventListener('click', watchFaults, { capture: true })
globalThis.document?.addEventListener('input', stop, { capture: true })
