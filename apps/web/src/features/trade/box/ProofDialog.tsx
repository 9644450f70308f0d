import type { BoxHistoryRecord, BoxRecord } from '@plinth/api'
import { BOX_REQUEST_STATUS } from '@plinth/protocol'
import { personName } from '../../../entities/person-name.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { Dialog } from '../../../kit/Dialog.tsx'
import { useSession } from '../../../lib/session.ts'
import { BoxThumb } from './BoxThumb.tsx'
import { MissedDraw } from './MissedDraw.tsx'
import { Proof } from './Proof.tsx'

type Props = { box: BoxRecord; opening: BoxHistoryRecord; onClose: () => void }

/** The public check of one draw, or of what a missed one would have been. */
export function ProofDialog({ box, opening, onClose }: Props) {
  const { t } = useTranslation()
  const { address } = useSession()
  const kicker = t('box.proofKicker', { name: personName(opening.user) })
  return (
    <Dialog open onClose={onClose} kicker={kicker} title={box.name} thumb={<BoxThumb box={box} />} wide>
      {opening.status === BOX_REQUEST_STATUS.REFUNDED ? (
        <MissedDraw box={box} opening={opening} />
      ) : (
        <Proof opening={opening} isOwn={address === opening.buyer} />
      )}
    </Dialog>
  )
}
