import { useState } from 'react'
import { toast } from '../../kit/toast.tsx'
import { type Failure, failureOf } from '../../wallet/errors.ts'

/** One call of a form: busy while it runs; its failure is said in a toast and stays in the form (decision 42), until the user types on. */
export function useMailCall() {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Failure>()
  /** True when it went through. */
  const call = async (run: () => Promise<unknown>, onFailure?: (failure: Failure) => void): Promise<boolean> => {
    setBusy(true)
    setFailure(undefined)
    try {
      await run()
      return true
    } catch (error) {
      const failed = failureOf(error)
      setFailure(failed)
      toast(failed.text, 'bad')
      onFailure?.(failed)
      return false
    } finally {
      setBusy(false)
    }
  }
  const forget = () => setFailure(undefined)
  return { isBusy, failure, call, forget }
}
