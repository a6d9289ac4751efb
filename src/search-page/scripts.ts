import ar from '../search/languages/ar.ts?raw'
import da from '../search/languages/da.ts?raw'
import de from '../search/languages/de.ts?raw'
import en from '../search/languages/en.ts?raw'
import es from '../search/languages/es.ts?raw'
import fi from '../search/languages/fi.ts?raw'
import fr from '../search/languages/fr.ts?raw'
import it from '../search/languages/it.ts?raw'
import ja from '../search/languages/ja.ts?raw'
import nl from '../search/languages/nl.ts?raw'
import no from '../search/languages/no.ts?raw'
import pt from '../search/languages/pt.ts?raw'
import ru from '../search/languages/ru.ts?raw'
import sv from '../search/languages/sv.ts?raw'
import zh from '../search/languages/zh.ts?raw'
import engine from './browser.ts?raw'

/** Scripts for the search page of an export, as text. */
export { engine }
export const languageScripts: Readonly<Record<string, string>> = {
  ...{ ar, da, de, en, es, fi, fr, it, ja, nl, no, pt, ru, sv, zh },
}
