// Lists that selects are filled from change while people work: whoever has one on the screen is told to ask again.
import { noun } from '#contract/kit/call'
import { event } from '#contract/kit/event'
import { obj, str } from '#contract/kit/schema'

/** The nouns whose rows selects offer, as area.noun. A write to one of them is announced to the organisation. */
export const lookupNouns: readonly string[] = [
  'platform.dept',
  'platform.role',
  'platform.user',
  'platform.employee',
  'platform.staff',
  'platform.staffPost',
  'platform.location',
  'platform.room',
  'platform.bed',
  'platform.landingEnd',
  'systemSetting.dictionary',
  'drug.dict',
]

export const lookup = noun('platform', 'lookup', {
  title: '下拉数据',
  events: {
    changed: event('platform.lookup.changed', { needs: 'signedIn', payload: obj({ noun: str() }) }),
  },
})
