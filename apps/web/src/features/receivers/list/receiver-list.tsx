import { OwnerList } from '../../../components/list/owner-list.tsx'
import { useLimits } from '../../../lib/session/limits.ts'
import { receiverList } from './receiver-list-kind.tsx'

export const ReceiverList = () => <OwnerList list={receiverList} limit={useLimits()?.receivers} />
