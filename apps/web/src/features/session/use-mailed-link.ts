import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** What stands behind the hash of a mailed link: the token, and the address that it is for. */
export type MailedLink = { link: string; email: string }

/** The link by which this page was opened. It leaves the address bar, and so the history, at once. */
export function useMailedLink(): MailedLink | undefined {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const [mailed, setMailed] = useState(() => linkIn(hash))
  useEffect(() => {
    const arrived = linkIn(hash)
    if (!arrived) return
    setMailed(arrived)
    navigate({ pathname, search }, { replace: true })
  }, [pathname, search, hash, navigate])
  return mailed
}

function linkIn(hash: string): MailedLink | undefined {
  const said = new URLSearchParams(hash.slice(1))
  const link = said.get('link')
  return link ? { link, email: said.get('email') ?? '' } : undefined
}
