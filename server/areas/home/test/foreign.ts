import { foreignIds } from '#server/kit/test/foreign'
import { roomMapForeign } from './foreignRoomMap.ts'

export default foreignIds((product) => ({ ...roomMapForeign(product) }))
