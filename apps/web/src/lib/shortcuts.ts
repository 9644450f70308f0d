import { LOCAL, readStored, writeStored } from './storage.ts'
import { useStored } from './use-stored.ts'

/** Keys do something by themselves unless the visitor has turned them off. */
const areOn = (): boolean => readStored(LOCAL.shortcuts) !== 'off'

export const useShortcutsOn = (): boolean => useStored(LOCAL.shortcuts, areOn)
export const setShortcuts = (isOn: boolean): void => writeStored(LOCAL.shortcuts, isOn ? undefined : 'off')

const FIELDS = 'input:not([type="checkbox"], [type="radio"], [type="range"], [type="button"]), textarea, select, [role="dialog"]'

/** Whether a key pressed here is a shortcut: never while a field has the focus, or a dialog is open. */
export function isShortcut({ target, defaultPrevented, isComposing }: KeyboardEvent): boolean {
  if (defaultPrevented || isComposing || !areOn()) return false
  return !(target instanceof HTMLElement && (target.closest(FIELDS) !== null || target.isContentEditable))
}

/** A bare key: with Ctrl, Cmd or Alt it belongs to the browser. */
export const isPlain = ({ ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey'>): boolean =>
  !ctrlKey && !metaKey && !altKey
