// 收费子项: those of one fee item when the address names it, else the whole price list.
import { project } from '#contract/expense/project'
import { usePageParams } from '#web/kit/open'
import { useCall } from '#web/kit/query'
import { ChildList } from './childList.part.tsx'

export default function Children() {
  const { projectId } = usePageParams<'projectId'>()
  const one = useCall(project.calls.get, projectId ? { projectId } : null)
  return <ChildList projectId={projectId ?? null} projectName={one.data?.projectName ?? null} />
}
