import type { AttributeChoice, Collection } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { useSearchParams } from 'react-router'
import type { OpenOffer } from '../../../entities/offer-act.ts'
import { useResumedAct } from '../../../flows/engine/use-act.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { Button } from '../../../kit/Button.tsx'
import { readChoice } from '../../../lib/explore-address.ts'
import { PHONE, useMediaQuery } from '../../../lib/media-query.ts'

type Props = { collection: Collection; address: Address; open: OpenOffer }

/** Opens the dialog with the trait filters of the list. */
export function MakeOffer({ collection: { chainId }, address, open }: Props) {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const make = () => open({ act: 'make', chainId, collection: address, attributes: chosenIn(params, { chainId, address }) })
  useResumedAct('offer', true, make)
  const isPhone = useMediaQuery(PHONE)
  return (
    <Button {...(isPhone && { size: 'small' })} onClick={make}>
      {t('offer.make')}
    </Button>
  )
}

/** A range of numbers is no choice of values. */
function chosenIn(params: URLSearchParams, of: { chainId: number; address: Address }): AttributeChoice[] {
  const { filters } = readChoice(params, { chains: [of.chainId], categories: [] }, of)
  return (filters.attributes ?? []).flatMap(({ key, values }) => (values && values.length > 0 ? [{ key, values }] : []))
}
