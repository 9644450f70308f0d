import { useEffect } from 'react'
import { useSession } from '../../lib/session.ts'
import { type Draft, draftKey, forgetDraft, isBlank, readDraft, useDrafts, writeDraft } from './drafts.ts'

/** The draft of this account's form. What was typed while a reload still looked for the account becomes its. */
export function useDraft(standard: number): { key: string; draft: Draft } {
  const { address } = useSession()
  const key = draftKey(address, standard)
  const draft = useDrafts(() => readDraft(key))
  useEffect(() => {
    const early = draftKey(undefined, standard)
    if (key === early || isBlank(readDraft(early))) return
    if (isBlank(readDraft(key))) writeDraft(key, readDraft(early))
    forgetDraft(early)
  }, [key, standard])
  return { key, draft }
}
