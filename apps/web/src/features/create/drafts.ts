import { create } from 'zustand'
import { isSent } from '../../flows/acts/item/item-files.ts'
import { LOCAL, readStored, writeStored } from '../../lib/storage.ts'
import { type CreateForm, EMPTY_FORM, withBlankRow } from './create-form.ts'
import { type Made, readForm, readMade, writeForm, writeMade } from './draft-record.ts'

/** A form as filled in, and its progress. It outlives the page; files that were not sent yet do not. */
export type Draft = {
  form: CreateForm
  made: Made | undefined
  /** Names of files that went with an earlier page. */
  lost: readonly string[]
  /** Brought back from an earlier page. */
  isBrought: boolean
}

export const EMPTY_DRAFT: Draft = { form: EMPTY_FORM, made: undefined, lost: [], isBrought: false }

/** By key, with the bytes of files, as long as this page lives. */
export const useDrafts = create<Readonly<Record<string, Draft>>>(() => ({}))

/** Of an earlier page, as long as this one has changed nothing. */
const brought = new Map<string, Draft>()

/** One per account and form. Before the account is known there is one too, which no later page sees. */
export const draftKey = (account: string | undefined, standard: number): string => `${account ?? ''}:${standard}`

export function readDraft(key: string): Draft {
  const known = useDrafts.getState()[key] ?? brought.get(key)
  if (known) return known
  const draft = parseDraft(readStored(LOCAL.drafts), key)
  brought.set(key, draft)
  return draft
}

export function writeDraft(key: string, draft: Draft): void {
  if (!key.startsWith(':')) writeStored(LOCAL.drafts, stringifyDrafts(readStored(LOCAL.drafts), key, draft))
  useDrafts.setState({ [key]: draft })
}

export const forgetDraft = (key: string): void => writeDraft(key, EMPTY_DRAFT)

/** Nothing worth keeping. */
export const isBlank = ({ form, made }: Draft): boolean =>
  made === undefined && JSON.stringify(comparable(form)) === JSON.stringify(comparable(EMPTY_FORM))

const comparable = (form: CreateForm) => ({
  ...form,
  file: form.file?.name,
  cover: form.cover?.name,
  properties: withBlankRow(form.properties),
})

/** The text of all drafts with this one put in, undefined where none is left. */
export function stringifyDrafts(text: string | undefined, key: string, draft: Draft): string | undefined {
  const { [key]: _, ...others } = parseAll(text)
  const all = isBlank(draft) ? others : { ...others, [key]: writeDraftRecord(draft) }
  return Object.keys(all).length === 0 ? undefined : JSON.stringify(all)
}

function writeDraftRecord({ form, made, lost }: Draft) {
  const unsent = [form.file, form.cover].filter((file) => file !== undefined && !isSent(file)).map((file) => file?.name)
  return {
    form: writeForm(form),
    made: made && writeMade(made),
    lost: unsent.length > 0 ? unsent : lost,
  }
}

/** What an earlier page has written; what is not understood is left out. */
export function parseDraft(text: string | undefined, key: string): Draft {
  const raw = parseAll(text)[key]
  if (typeof raw !== 'object' || raw === null) return EMPTY_DRAFT
  const { form, made, lost } = raw as Record<string, unknown>
  return {
    form: readForm(form),
    made: readMade(made),
    lost: Array.isArray(lost) ? lost.filter((name): name is string => typeof name === 'string') : [],
    isBrought: true,
  }
}

function parseAll(text: string | undefined): Record<string, unknown> {
  try {
    const all: unknown = JSON.parse(text ?? '{}')
    return typeof all === 'object' && all !== null ? { ...all } : {}
  } catch {
    return {}
  }
}
