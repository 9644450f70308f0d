import { useParams } from 'react-router'
import { BoxPage } from '../features/boxes/BoxPage.tsx'
import { parseBoxId } from '../features/boxes/box-query.ts'
import { useBoxDialogs } from '../features/trade/box/use-box-dialogs.tsx'

export function Component() {
  const { ids = '' } = useParams()
  return <BoxPage key={ids} id={parseBoxId(ids)} useDialogs={useBoxDialogs} />
}
