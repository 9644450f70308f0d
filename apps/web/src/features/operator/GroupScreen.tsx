import type { OperatorAct, OperatorGroup, OperatorRow } from '@plinth/api'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { Skeleton } from '../../kit/marks.tsx'
import { EmptyState, FailedState } from '../../kit/states.tsx'
import { queryOf } from '../../lib/api.ts'
import { failureOf } from '../../wallet/errors.ts'
import { ActDialog, type Asked } from './ActDialog.tsx'
import { Filter } from './Filter.tsx'
import { useLabels } from './labels.ts'
import { operatorApi } from './operator-api.ts'
import { RecordTable } from './RecordTable.tsx'
import { givenBy, startOf } from './rows.ts'
import { type RowAct, SCREENS, type Screen } from './screens.ts'
import { SeriesDialog } from './series/SeriesDialog.tsx'

type GroupScreenProps = { group: OperatorGroup }

/** One part of the console: its list, what can be done with a row, and what can be done beside. */
export function GroupScreen({ group }: GroupScreenProps) {
  const labels = useLabels()
  const [asked, setAsked] = useState<Asked>()
  const screen: Screen = SCREENS[group.name] ?? { list: 'list', acts: [] }
  const list = group.acts.find(({ name, isLook }) => isLook && name === screen.list)
  const ofRows = new Set(screen.acts.map(({ act }) => act))
  const beside = group.acts.filter(({ name }) => name !== list?.name && (!ofRows.has(name) || isAlsoBeside(group.name, name)))
  const { title, about } = labels.group(group)
  return (
    <>
      <h1 className="d d40">{title}</h1>
      <p className="s16 muted operator-about">{about}</p>
      {beside.length > 0 && (
        <div className="row operator-acts">
          {beside.map((act, index) => (
            <Button
              key={act.name}
              variant={index === 0 ? 'primary' : 'secondary'}
              size="small"
              onClick={() => setAsked({ group: group.name, act, title: labels.act(group.name, act.name), given: {}, start: {} })}
            >
              {labels.act(group.name, act.name)}
            </Button>
          ))}
        </div>
      )}
      {list && <List group={group} list={list} screen={screen} onAsk={setAsked} />}
      {asked && <FormOf asked={asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

/** What takes a whole series has a form of its own. */
function FormOf(props: { asked: Asked; onClose: () => void }) {
  const isSeries = props.asked.act.options.some(({ kind }) => kind === 'series')
  return isSeries ? <SeriesDialog {...props} /> : <ActDialog {...props} />
}

/** What is hidden by name is not in the list of what is hidden. */
function isAlsoBeside(group: string, act: string): boolean {
  return group === 'items' && act !== 'show'
}

/** What was sent on a chain shows once its block is read. */
const EVERY_MS = 10_000
/** Of lists that have no pages. */
const MOST = { limit: '200' }

type ListProps = GroupScreenProps & { list: OperatorAct; screen: Screen; onAsk: (asked: Asked) => void }

function List({ group, list, screen, onAsk }: ListProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const filters = screen.isUnfiltered ? [] : list.options.filter(({ name }) => name !== 'limit')
  const most = list.options.some(({ name }) => name === 'limit') ? MOST : undefined
  const rows = useQuery({
    ...queryOf(operatorApi.look, { group: group.name, act: list.name, values: { ...most, ...values } }),
    refetchInterval: EVERY_MS,
  })
  const actsOf = (row: OperatorRow) =>
    screen.acts.flatMap((one) => {
      const act = group.acts.find(({ name }) => name === one.act)
      if (!act || one.when?.(row) === false) return []
      const title = labelOf(one, labels, group.name)
      return [{ key: `${one.act} ${title}`, title, onSelect: () => onAsk(askedOf(one, group.name, act, row, screen, title)) }]
    })
  return (
    <>
      {filters.length > 0 && <Filter group={group.name} options={filters} onChange={setValues} />}
      {rows.isPending ? (
        <div role="status" aria-label={t('kit.loading')}>
          <Skeleton width="100%" height={240} />
        </div>
      ) : rows.data === undefined ? (
        <FailedState text={failureOf(rows.error).text} retry={() => void rows.refetch()} />
      ) : rows.data.rows.length === 0 ? (
        <EmptyState
          title={Object.keys(values).length > 0 ? t('operator.nothingFound') : t('operator.empty')}
          text={Object.keys(values).length > 0 ? undefined : t('operator.emptyText')}
        />
      ) : (
        <RecordTable
          caption={labels.group(group).title}
          rows={rows.data.rows}
          actsOf={screen.acts.length > 0 || screen.open ? actsOf : undefined}
          openOf={screen.open}
        />
      )}
    </>
  )
}

function labelOf({ act, label }: RowAct, labels: ReturnType<typeof useLabels>, group: string): string {
  const [of, name] = label?.split('.') ?? [group, act]
  return labels.act(of ?? group, name ?? act)
}

function askedOf(one: RowAct, group: string, act: OperatorAct, row: OperatorRow, screen: Screen, title: string): Asked {
  const given = { ...givenBy(row, one.give), ...one.set }
  return {
    group,
    act,
    title,
    given,
    subject: String(row[screen.named ?? ''] ?? '').trim(),
    start: { ...startOf(row, act.options), ...givenBy(row, one.start ?? {}) },
  }
}
