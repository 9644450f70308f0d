import { ArrowRight, Link2, type LucideIcon, Sun, Wallet } from 'lucide-react'
import { type Translate, useTranslation } from '../../i18n/translate.ts'
import { Icon } from '../../kit/icons.tsx'
import { Tag } from '../../kit/marks.tsx'
import { Spinner } from '../../kit/Spinner.tsx'
import type { WalletKind, WalletOption } from '../../wallet/types.ts'
import type { Connecting } from './use-connecting.ts'

type WalletRowProps = { option: WalletOption; connecting: Connecting; onConnect: (id: string) => void }

const SHAPES: Readonly<Record<WalletKind, LucideIcon>> = { found: Wallet, bare: Wallet, bsc: Wallet, phone: Link2, demo: Sun }

export function WalletRow({ option, connecting, onConnect }: WalletRowProps) {
  const { t } = useTranslation()
  const { id, kind } = option
  // Icons are data addresses (EIP-6963); as pictures nothing in them can run.
  const icon = option.icon?.trim().startsWith('data:image/') ? option.icon.trim() : undefined
  const isBusy = connecting.at === 'running' && connecting.option === id
  const isHere = kind === 'found' || kind === 'bare' || kind === 'bsc'
  return (
    <li>
      <button type="button" className="wallet-row" disabled={connecting.at === 'running'} onClick={() => onConnect(id)}>
        {icon ? <img src={icon} alt="" width={24} height={24} /> : <Icon of={SHAPES[kind]} size="large" />}
        <span className="grow">
          <span className="s16 strong">{nameOf(option, t)}</span>
          <span className="muted wallet-note">{noteOf(kind, t)}</span>
        </span>
        {isHere && <Tag tone="good">{t('session.ready')}</Tag>}
        {isBusy ? <Spinner label={t('session.connecting')} /> : <Icon of={ArrowRight} size="small" />}
      </button>
    </li>
  )
}

function nameOf({ kind, name }: WalletOption, t: Translate): string {
  if (kind === 'demo') return t('demoWallet.name')
  if (kind === 'phone') return t('session.phoneWallet')
  if (kind === 'bsc') return t('session.bscWallet')
  return kind === 'bare' ? t('session.browserWallet') : name
}

function noteOf(kind: WalletKind, t: Translate): string {
  if (kind === 'demo') return t('session.demoNote')
  return t(kind === 'phone' ? 'session.phoneNote' : 'session.foundNote')
}
