// Rows of the residents' area that lie outside a caller's scope, noun by noun.
import { foreignIds } from '#server/kit/test/foreign'
import archive from './foreignArchive.ts'
import archiveSection from './foreignArchiveSection.ts'
import contract from './foreignContract.ts'
import outing from './foreignOuting.ts'
import reception from './foreignReception.ts'
import residence from './foreignResidence.ts'

export default foreignIds((product) => ({
  ...archive(product),
  ...archiveSection(product),
  ...contract(product),
  ...outing(product),
  ...reception(product),
  ...residence(product),
}))
