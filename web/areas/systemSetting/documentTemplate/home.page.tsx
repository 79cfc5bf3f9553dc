import { Templates } from './templates.part.tsx'

export default function HomeTemplates() {
  return <Templates scope="home" title="居家文书模板" />
}
