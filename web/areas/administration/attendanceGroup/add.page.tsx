// 新增考勤组.
import { GroupForm } from './form.part.tsx'

export default function AddGroup() {
  return <GroupForm group={null} />
}
