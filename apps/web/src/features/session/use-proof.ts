import type { ErrorCode } from '@plinth/api'
import { useState } from 'react'
import { codeProblem, type Problem } from './mail-form.ts'
import { type Captcha, useCaptcha } from './use-captcha.ts'
import type { MailedLink } from './use-mailed-link.ts'

/** What shows that a person asks: the code of the picture, or a mailed link that stands in for it. */
export type Proof = {
  isLink: boolean
  picture: Captcha
  code: string
  change: (code: string) => void
  problem: Problem
  /** Of the call. */
  fields: { code: string } | { link: string }
  /** After an answer: a picture was good for one try, a link is until an act goes through. */
  renew: (refusal?: ErrorCode) => void
}

export function useProof(mailed: MailedLink | undefined): Proof {
  const [link, setLink] = useState(mailed?.link)
  const [code, change] = useState('')
  const picture = useCaptcha(link === undefined)
  const renew = (refusal?: ErrorCode) => {
    if (link === undefined) {
      change('')
      picture.refresh()
    } else if (refusal === undefined || refusal === 'PICTURE_LINK_GONE') setLink(undefined)
  }
  return {
    isLink: link !== undefined,
    picture,
    code,
    change,
    problem: link === undefined ? codeProblem(code) : undefined,
    fields: link === undefined ? { code: code.trim() } : { link },
    renew,
  }
}
