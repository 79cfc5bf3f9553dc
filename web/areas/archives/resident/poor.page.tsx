import { Residents } from './residents.part.tsx'

export default function PoorArchives() {
  return (
    <Residents
      title="特困人员档案"
      view="poor"
      empty={{ title: '没有特困人员', text: '档案中“老人类别”为特困人员的老人会出现在这里。' }}
    />
  )
}
