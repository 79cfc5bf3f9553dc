// The operator's list of institutions; for everyone else the page of their own.
import { useSession } from '#web/kit/session'
import { OperatorList } from './operatorList.part.tsx'
import { OwnArchive } from './own.part.tsx'

export default function Institutions() {
  const isOperator = useSession((state) => state.user?.orgInfo.orgLevel === 1)
  return isOperator ? <OperatorList /> : <OwnArchive />
}
