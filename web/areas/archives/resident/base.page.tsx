import { Residents } from './residents.part.tsx'

export default function BaseArchives() {
  return (
    <Residents
      title="基本档案"
      view="all"
      empty={{ title: '还没有老人档案', text: '在“居住”中新增档案或导入后，所有老人都会出现在这里。' }}
    />
  )
}
