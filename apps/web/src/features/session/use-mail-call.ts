import { useState } from 'react'
import { toast } from '../../kit/toast.tsx'
import { failureOf } from '../../wallet/errors.ts'

/** One call of a form: busy while it runs; its failure is said in a toast and stays in the form (decision 42). */
export function useMailCall() {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  /** True when it went through. */
  const call = async (run: () => Promise<unknown>): Promise<boolean> => {
    setBusy(true)
    setFailure(undefined)
    try {
      await run()
      return true
    } catch (error) {
      const { text } = failureOf(error)
      setFailure(text)
      toast(text, 'bad')
      return false
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, failure, call }
}
