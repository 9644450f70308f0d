import type { PortfolioTrade } from '@plinth/api'
import { type Address, explorerTxUrl } from '@plinth/protocol'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { ListFoot } from '../../../entities/live-list/ListFoot.tsx'
import { exactText } from '../../../entities/price/amounts.ts'
import { recordedWorthText } from '../../../entities/price/worth-text.ts'
import { useLocale } from '../../../i18n/index.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { Button } from '../../../kit/Button.tsx'
import { Select } from '../../../kit/Field.tsx'
import { Icon } from '../../../kit/icons.tsx'
import { Skeleton } from '../../../kit/marks.tsx'
import { EmptyState, FailedState } from '../../../kit/states.tsx'
import { Table } from '../../../kit/Table.tsx'
import { toast } from '../../../kit/toast.tsx'
import { itemPath } from '../../../lib/links.ts'
import { useNearEnd } from '../../../lib/near-end.ts'
import { groupDigits } from '../../../lib/numbers.ts'
import { portfolioApi } from '../../../lib/portfolio-api.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { useNetwork, useNetworks } from '../../../lib/site.ts'
import { langOf } from '../../../lib/text-lang.ts'
import { failureText } from '../../../wallet/failure-text.ts'
import { inScope, type Period, type Scope, tradesQuery } from './portfolio-query.ts'
import { allTrades, tradesJson } from './statement-json.ts'
import { WalletName } from './wallets/WalletName.tsx'

/** The market's first year cannot lie before that of its chains. */
const FIRST_YEAR = 2_015
const SHOWN_YEARS = 8
/** Of a file: a year can have more rows than one holds. */
const MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] as const
const monthName = (month: number, intl: string): string =>
  new Intl.DateTimeFormat(intl, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2_000, month - 1))
const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
const ZONES: readonly string[] = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]

/** All trades of a year: to read here, and as files (PORT-06). */
export function StatementsTab({ me, scope }: { me: Address | undefined; scope: Scope }) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const [params, setParams] = useSearchParams()
  const thisYear = new Date().getFullYear()
  const year = readYear(params.get('year'), thisYear)
  const timeZone = ZONES.find((zone) => zone === params.get('zone')) ?? ownZone()
  const month = MONTHS.find((one) => String(one) === params.get('month'))
  const period = { year, timeZone, ...scope }
  const choose = (name: 'year' | 'month' | 'zone', value: string) =>
    setParams(
      (now) => {
        now.set(name, value)
        return now
      },
      { replace: true, preventScrollReset: true },
    )
  const years = [...new Set([...Array.from({ length: SHOWN_YEARS }, (_, back) => thisYear - back), year])].toSorted((a, b) => b - a)
  return (
    <section aria-label={t('portfolio.tab.statements')}>
      <div className="statement-bar">
        <Select
          label={t('portfolio.year')}
          value={String(year)}
          options={years.map((one) => ({ value: String(one), label: String(one) }))}
          onChange={(value) => choose('year', value)}
        />
        <Select
          label={t('portfolio.month')}
          value={String(month ?? '')}
          options={[
            { value: '', label: t('portfolio.wholeYear') },
            ...MONTHS.map((one) => ({ value: String(one), label: monthName(one, intl) })),
          ]}
          onChange={(value) => choose('month', value)}
        />
        <Select
          label={t('portfolio.zone')}
          value={timeZone}
          options={[...new Set([timeZone, ...ZONES])].map((zone) => ({ value: zone, label: zone }))}
          onChange={(value) => choose('zone', value)}
        />
        <Files period={period} month={month} />
      </div>
      <p className="hint">{t('portfolio.statementText')}</p>
      <Trades me={me} period={period} />
    </section>
  )
}

function readYear(text: string | null, thisYear: number): number {
  const year = Number(text)
  return Number.isInteger(year) && year >= FIRST_YEAR && year <= thisYear ? year : thisYear
}

function Files({ period, month }: { period: Period; month: number | undefined }) {
  const { t, locale } = useTranslation()
  const [busy, setBusy] = useState<'csv' | 'json'>()
  const { year, timeZone } = period
  const save = async (kind: 'csv' | 'json') => {
    setBusy(kind)
    try {
      if (kind === 'csv') {
        const { name, text } = await portfolioApi.statement({
          year,
          timeZone,
          language: locale,
          ...inScope(period),
          ...(month === undefined ? {} : { month }),
        })
        // The mark tells spreadsheets that it is UTF-8.
        saveFile(name, `\uFEFF${text}`, 'text/csv;charset=utf-8')
      } else {
        const trades = await allTrades(period)
        saveFile(`trades-${year}.json`, tradesJson(trades, { year, timeZone }), 'application/json')
      }
    } catch (error) {
      toast(await failureText(error), 'bad')
    } finally {
      setBusy(undefined)
    }
  }
  return (
    <div className="statement-files">
      {(['csv', 'json'] as const).map((kind) => (
        <Button key={kind} busy={busy === kind} onClick={() => save(kind)}>
          <Icon of={Download} size="small" />
          {t(`portfolio.${kind}`)}
        </Button>
      ))}
      <Button onClick={() => print()}>{t('portfolio.print')}</Button>
    </div>
  )
}

function Trades({ me, period }: { me: Address | undefined; period: Period }) {
  const { t } = useTranslation()
  const { intl } = useLocale()
  const networks = useNetworks()
  const pages = useInfiniteQuery(tradesQuery(period, me))
  const end = useNearEnd<HTMLDivElement>(() => pages.fetchNextPage(), pages.hasNextPage && !pages.isFetchingNextPage && !pages.isError)
  if (!pages.data)
    return pages.isError ? (
      <FailedState title={t('portfolio.tradesFailed')} retry={() => pages.refetch()} />
    ) : (
      <Skeleton height={320} width="100%" />
    )
  const rows = pages.data.pages.flatMap(({ list }) => list)
  if (rows.length === 0) return <EmptyState title={t('portfolio.noTrades', { year: period.year })} text={t('portfolio.noTradesText')} />
  const time = new Intl.DateTimeFormat(intl, { dateStyle: 'medium', timeStyle: 'short', timeZone: period.timeZone, hourCycle: 'h23' })
  const coinOf = (chainId: number) => ({ decimals: 18, symbol: networks.find((one) => one.chainId === chainId)?.symbol ?? '' })
  return (
    <>
      <div className="ledger-scroll">
        <Table
          caption={t('portfolio.tab.statements')}
          tight
          className="statement"
          rows={rows}
          rowKey={({ txHash, collection, tokenId, side, at }) => `${txHash}:${collection}:${tokenId}:${side}:${at}`}
          columns={[
            { key: 'at', head: t('portfolio.when'), cell: (row) => <When row={row} text={time.format(row.at * 1_000)} /> },
            { key: 'side', head: t('portfolio.side'), cell: ({ side }) => t(`portfolio.sides.${side}`) },
            { key: 'work', head: t('portfolio.work'), cell: (row) => <Work row={row} me={me} /> },
            { key: 'price', head: t('portfolio.price'), end: true, cell: ({ price, payToken }) => exactText(price, payToken) },
            {
              key: 'fees',
              head: t('portfolio.feesAndRoyalties'),
              end: true,
              cell: ({ side, buyerFee, sellerFee, royalty, dividends, payToken }) =>
                exactText(side === 'buy' ? buyerFee : side === 'sell' ? sellerFee + royalty + dividends : 0n, payToken),
            },
            {
              key: 'gas',
              head: t('portfolio.sum.gas'),
              end: true,
              cell: ({ gas, chainId }) => (gas === undefined ? '–' : exactText(gas, coinOf(chainId))),
            },
            {
              key: 'total',
              head: t('portfolio.total'),
              end: true,
              cell: ({ total, payToken }) => <b className="money">{exactText(total, payToken)}</b>,
            },
            {
              key: 'worth',
              head: t('portfolio.worthThen'),
              end: true,
              cell: ({ worth, currency }) => (worth !== undefined && currency ? recordedWorthText(worth, { currency, intl }) : '–'),
            },
          ]}
        />
      </div>
      <div ref={end} className="list-end">
        <ListFoot pages={pages} />
      </div>
    </>
  )
}

function When({ row: { chainId, txHash }, text }: { row: PortfolioTrade; text: string }) {
  const network = useNetwork(chainId)
  const link = network && explorerTxUrl(network, txHash)
  if (!link) return text
  return (
    <a className="link" href={link} target="_blank" rel="noreferrer">
      {text}
    </a>
  )
}

function Work({ row, me }: { row: PortfolioTrade; me: Address | undefined }) {
  const name = row.name || `#${row.tokenId}`
  return (
    <>
      <Link className="clip" to={itemPath(row)} lang={langOf(name)}>
        {name}
        {row.units > 1n && <span className="muted num"> × {groupDigits(row.units.toString())}</span>}
      </Link>
      {row.account !== me && <WalletName address={row.account} />}
    </>
  )
}
