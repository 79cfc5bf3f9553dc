// The operator's list of institutions; for everyone else the page of their own.
import { OrgLevel } from '#contract/platform/session'
import { useSession } from '#web/kit/session'
import { OperatorList } from './operatorList.part.tsx'
import { OwnArchive } from './own.part.tsx'

export default function Institutions() {
  const isOperator = useSession((state) => state.user?.orgInfo.orgLevel === OrgLevel.is.operator)
  return isOperator ? <OperatorList /> : <OwnArchive />
}
