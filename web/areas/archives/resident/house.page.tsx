import { IN_HOUSE } from '#contract/live/resident'
import { Residents } from './residents.part.tsx'

export default function HouseArchives() {
  return (
    <Residents
      title="机构老人档案"
      view="house"
      tabs={IN_HOUSE}
      empty={{ title: '现在没有在院的老人', text: '办理入住或试住后，老人会出现在这里。' }}
    />
  )
}
