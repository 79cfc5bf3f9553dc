// Whether an organisation can be paid by scanning. The sandbox takes no money, so it stands only where nothing is real: in
// the organisation that is there to be shown. A contract with a provider adds its organisations here.
import { DEMO_ORG } from '#server/areas/platform/public'

export const scanProviderName = (orgId: string): 'sandbox' | null => (orgId === DEMO_ORG ? 'sandbox' : null)
