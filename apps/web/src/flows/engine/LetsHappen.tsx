import { ZERO_ADDRESS } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { payTokensQuery, useNetwork } from '../../lib/site.ts'
import { sentencesOf } from '../../wallet/lets-happen.ts'
import { type Asked, askedStore, forgetAsked } from './asked.ts'

/** What the wallet is asked for lets happen (SIGN-01), from the first question of a dialog to its end. */
export function LetsHappen() {
  const asked = useStore(askedStore, (state) => state.asked)
  useEffect(() => {
    forgetAsked()
    return forgetAsked
  }, [])
  return asked ? <Panel asked={asked} /> : null
}

function Panel({ asked: { chainId, effects, proxies, exact } }: { asked: Asked }) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const network = useNetwork(chainId)
  const { data: tokens } = useQuery(payTokensQuery(chainId))
  const coin = { symbol: network?.symbol ?? '', decimals: 18 }
  const facts = {
    tokenOf: (token: string) => (token === ZERO_ADDRESS ? coin : tokens?.find(({ address }) => address === token)),
    isMarket: (spender: string) => proxies.includes(spender),
    intl,
  }
  const said = effects.map((effect) => sentencesOf(effect, facts, t))
  const backs = said.flatMap(({ back }) => (back === undefined ? [] : [back]))
  const [isExact, setExact] = useState(false)
  const place = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each question of the wallet comes into sight
  useEffect(() => {
    place.current?.scrollIntoView?.({ block: 'nearest' })
  }, [exact])
  return (
    <section ref={place} className="lets-happen s14" aria-label={t('lets.title')} aria-live="polite">
      <h3 className="medium">{t('lets.title')}</h3>
      <ul>
        {said.flatMap(({ can, warning }) =>
          can.map((line) => (
            <li key={line} className={line === warning ? 'warn-note' : undefined}>
              {line}
            </li>
          )),
        )}
      </ul>
      {backs.map((back) => (
        <p key={back}>
          <span className="muted">{t('lets.back')}</span> {back}
        </p>
      ))}
      <details onToggle={(event) => setExact(event.currentTarget.open)}>
        <summary className="muted">{t('lets.exact')}</summary>
        {isExact && (
          <pre className="s12" lang="en">
            {exact}
          </pre>
        )}
      </details>
    </section>
  )
}
