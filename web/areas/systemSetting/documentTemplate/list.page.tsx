import { Templates } from './templates.part.tsx'

export default function OrgTemplates() {
  return <Templates scope="org" title="文书模板" />
}
