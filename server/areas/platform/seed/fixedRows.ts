// Rows that every installation has under the same id.
import { fixedId } from '#server/kit/ids'

/** The organisation that runs the platform; its settings are the defaults of all others. */
export const OPERATOR_ORG = fixedId('organisation:operator')
export const DEMO_ORG = fixedId('organisation:demo')

interface FixedLandingEnd {
  id: string
  name: string
  deviceType: readonly string[]
}

/** Existing clients look for the text webLangingEndId inside the id before they offer a choice of departments. */
export const landingEnds: Readonly<Record<'WEB' | 'OPEX' | 'SCREEN', FixedLandingEnd>> = {
  WEB: { id: 'l0webLangingEndId000000000000001', name: '管理端', deviceType: ['WEB'] },
  OPEX: { id: 'l0opexLangingEndId00000000000002', name: '运营端', deviceType: ['WEB'] },
  SCREEN: { id: 'l0screenLangingEndId000000000003', name: '大屏端', deviceType: ['SCREEN'] },
}
