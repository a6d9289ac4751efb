export { ja as words } from '../../words/ja.ts'
