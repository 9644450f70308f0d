import { shortAddress } from '@plinth/protocol'
import { shownLocale, t } from '../../i18n/translate.ts'
import { type DemoAccount, findDemoAccount } from './accounts.ts'
import { describe } from './describe.ts'
import type { Question } from './question.ts'
import styles from './window.css?inline'

/**
 * The wallet's own window: a native modal dialog in a shadow root, so that the page's styles and dialogs can't reach in.
 * Answers the account in use, or undefined for Reject and Escape.
 */
export function askInWindow(question: Question, siteName: string): Promise<DemoAccount | undefined> {
  const host = document.createElement('demo-wallet')
  // Keys and focus stay inside: Escape must not close the page's own dialog.
  for (const type of ['keydown', 'keyup', 'focusin', 'focusout', 'pointerdown', 'mousedown', 'click'])
    host.addEventListener(type, (event) => event.stopPropagation())
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  root.adoptedStyleSheets = [sheet]
  document.body.append(host)
  return new Promise((resolve) => {
    const dialog = draw(question, siteName, (answer) => {
      dialog.close()
      host.remove()
      resolve(answer)
    })
    root.append(dialog)
    dialog.showModal()
  })
}

function draw(question: Question, siteName: string, answer: (account: DemoAccount | undefined) => void): HTMLDialogElement {
  const plain = describe(question)
  const dialog = element('dialog', { 'aria-labelledby': 'title', lang: shownLocale() })
  const form = element('form', { method: 'dialog' })
  const note = plain.note === undefined ? [] : [element('p', {}, plain.note)]
  const text = plain.text === undefined ? [] : [element('pre', { tabindex: '0' }, plain.text)]
  form.append(
    head(siteName),
    element('h2', { id: 'title' }, plain.title),
    ...note,
    question.kind === 'connect' ? chooser(question) : person(question.account),
    ...text,
    ...sentences(plain.says ?? []),
    facts(plain.lines),
    acts(plain.yes, () => answer(undefined)),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const chosen = new FormData(form).get('account')
    answer(typeof chosen === 'string' ? findDemoAccount(chosen) : question.account)
  })
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    answer(undefined)
  })
  dialog.dataset.kind = question.kind
  dialog.append(form)
  return dialog
}

function head(siteName: string): HTMLElement {
  const box = element('header', {})
  box.append(element('strong', {}, t('demoWallet.name')), element('small', {}, t('demoWallet.playMoney')))
  const origin = element('div', { class: 'origin' }, t('demoWallet.asks', { origin: `${siteName} · ${location.host}` }))
  const all = element('div', {})
  all.append(box, origin)
  return all
}

function chooser({ accounts, account }: Extract<Question, { kind: 'connect' }>): HTMLElement {
  const box = element('fieldset', {})
  box.append(element('legend', {}, t('demoWallet.account')))
  for (const each of accounts) {
    const label = element('label', { class: 'account' })
    const input = element('input', { type: 'radio', name: 'account', value: each.address })
    input.checked = each.address === account.address
    input.autofocus = input.checked
    label.append(input, element('span', {}, each.name), element('code', {}, shortAddress(each.address)))
    box.append(label)
  }
  return box
}

function sentences(says: readonly string[]): HTMLElement[] {
  if (says.length === 0) return []
  const list = element('ul', { class: 'says' })
  list.append(...says.map((line) => element('li', {}, line)))
  return [list]
}

function person(account: DemoAccount): HTMLElement {
  const row = element('div', { class: 'account only' })
  row.append(element('span', {}, account.name), element('code', {}, shortAddress(account.address)))
  return row
}

function facts(lines: readonly { label: string; value: string }[]): HTMLElement {
  const list = element('dl', {})
  for (const { label, value } of lines) list.append(element('dt', {}, label), element('dd', {}, value))
  return list
}

function acts(yes: string, reject: () => void): HTMLElement {
  const row = element('footer', {})
  const no = element('button', { type: 'button', class: 'no', 'data-act': 'reject' }, t('demoWallet.reject'))
  no.addEventListener('click', reject)
  row.append(no, element('button', { type: 'submit', class: 'yes', 'data-act': 'approve' }, yes))
  return row
}

function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Record<string, string>,
  text?: string,
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  if (text !== undefined) made.textContent = text
  return made
}
