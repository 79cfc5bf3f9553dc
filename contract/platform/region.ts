// Provinces, cities and districts, the same for every organisation.
import { call, noun } from '#contract/kit/call'
import { list, obj, opt, type Static, str } from '#contract/kit/schema'

/** The parent of a province. */
export const ROOT_REGION = '000000'

const Region = obj({ code: str(), name: str(), parentCode: str() })
export type RegionData = Static<typeof Region>

export const region = noun('platform', 'region', {
  title: '行政区划',
  calls: {
    /** The whole country as a flat list, which clients build into a tree; or the children of one region. */
    list: call.get('/pims/web-org/common/pcd', {
      needs: 'signedIn',
      act: '行政区划',
      query: obj({ parentCode: opt(str('上级区划')) }),
      data: list(Region),
    }),
  },
})
