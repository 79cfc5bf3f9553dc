// Papers about residents of another department do not exist for a clerk who does not see it.
import { type Foreign, foreignIds } from '#server/kit/test/foreign'
import { rowContract, rowForm } from './contractRows.ts'

const ELSEWHERE = '财务部'
const PEN = `data:image/png;base64,${'A'.repeat(40)}`

export default foreignIds((product) => {
  const contract = (state: number, body?: Foreign['body']): Foreign => ({
    as: 'liumin',
    params: () => rowContract(product(), state, ELSEWHERE),
    ...(body && { body }),
  })
  const form: Foreign = {
    as: 'liumin',
    params: async () => ({ templateId: (await rowForm(product(), ELSEWHERE)).recordId }),
  }
  return {
    'live.contractDocument.detail': contract(1),
    'live.contractDocument.remove': contract(0),
    'live.contractDocument.download': contract(1),
    'live.contractDocument.refresh': contract(0, {}),
    'live.contractDocument.send': contract(0, {}),
    'live.contractDocument.withdraw': contract(1, { reason: '试' }),
    'live.contractDocument.sign': contract(1, { party: 'elder', name: '某', picture: PEN }),
    'live.contractDocument.scanFile': contract(2),
    'live.contractDocument.file': contract(2, {}),
    'live.contractDocument.void': contract(2, { reason: '试' }),
    'live.residentForm.detail': form,
    'live.residentForm.remove': form,
  }
})
