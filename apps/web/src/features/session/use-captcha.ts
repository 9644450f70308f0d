import { useCallback, useEffect, useState } from 'react'
import { failureOf } from '../../wallet/errors.ts'
import { mailApi } from './mail-api.ts'

export type Captcha = {
  /** A data address; undefined while it is on its way. */
  src: string | undefined
  failure: string | undefined
  refresh: () => void
}

/** The picture with the code, where one is wanted: each is good for one try, so every answer asks for the next. */
export function useCaptcha(isWanted: boolean): Captcha {
  const [shown, setShown] = useState<Pick<Captcha, 'src' | 'failure'>>({ src: undefined, failure: undefined })
  const [asked, setAsked] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again with every count
  useEffect(() => {
    if (!isWanted) return
    const gone = new AbortController()
    mailApi.kaptcha({}, { signal: gone.signal }).then(
      (src) => !gone.signal.aborted && setShown({ src, failure: undefined }),
      (error: unknown) => !gone.signal.aborted && setShown({ src: undefined, failure: failureOf(error).text }),
    )
    return () => gone.abort()
  }, [asked, isWanted])
  const refresh = useCallback(() => setAsked((count) => count + 1), [])
  return { ...shown, refresh }
}
