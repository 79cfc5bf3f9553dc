// Rows of the platform that lie outside a caller's organisation, for the shared test.
import { OPERATOR_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import { type Foreign, foreignIds } from '#server/kit/test/foreign'
import { addScreen } from './screens.ts'

export default foreignIds((product) => {
  const otherScreen: Foreign = {
    as: 'zhengkai',
    params: async () => ({ screenId: (await addScreen(product().app.pool, OPERATOR_ORG, newId())).screenId }),
  }
  return { 'platform.screen.renew': otherScreen, 'platform.screen.revoke': otherScreen }
})
