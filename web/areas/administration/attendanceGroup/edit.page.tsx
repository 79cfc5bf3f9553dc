// 编辑考勤组.
import { attendanceGroup } from '#contract/administration/attendanceGroup'
import { usePageParams } from '#web/kit/open'
import { useLoaded } from '#web/kit/parts/Loaded'
import { GroupForm } from './form.part.tsx'
import { NoGroup } from './none.part.tsx'

function Editing({ id }: { id: string }) {
  const { data, state } = useLoaded(
    attendanceGroup.calls.get,
    { attendanceGroupPkId: id },
    { what: '考勤组', lines: 10, none: <NoGroup /> },
  )
  if (!data) return <section className="yy-card yy-pad-16">{state}</section>
  return <GroupForm group={data} />
}

export default function EditGroup() {
  const { attendanceGroupPkId: id } = usePageParams<'attendanceGroupPkId'>()
  return id ? <Editing key={id} id={id} /> : <NoGroup />
}
