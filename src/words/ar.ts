import type { PageWords, Words } from './words.ts'

export const ar: Words = {
  direction: 'rtl',
  months: 'يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر'.split(' '),
  day: (date, month, year) => `${date} ${month} ${year}`,
  month: (month, year) => `${month} ${year}`,
  and: (names) => names.join(' و'),
  readingTime: (minutes) => `مدة القراءة: ${minutes} د`,
  posts: (count) => `عدد المقالات: ${count}`,

  skip: 'انتقل إلى المحتوى',
  forPrograms: 'تجد البرامج جميع الصفحات والمقالات في',
  site: 'الموقع',
  search: 'بحث',
  years: 'الأرشيف',
  series: 'السلاسل',
  tags: 'المواضيع',
  authors: 'الكُتّاب',
  developers: 'المطورون',
  contact: 'اتصل بنا',
  privacy: 'الخصوصية والشروط',
  sources: 'المصدر',
  feed: 'اشتراك',
  play: 'التشغيل هنا',
  aboutFeed: 'هذه خلاصة. انسخ عنوان هذه الصفحة إلى قارئ الخلاصات لتصلك المقالات الجديدة.',

  newest: 'الأحدث',
  earlier: 'الأقدم',
  allPosts: (count) => `جميع المقالات (${count})`,
  contents: 'المحتويات',
  revised: 'روجع في',
  previous: 'السابق',
  next: 'التالي',
  related: 'مقالات ذات صلة',
  alsoAs: 'هذا المقال بصيغة',
  cite: 'للاستشهاد بهذا المقال',
  originally: 'نُشر أولًا في',

  alerts: { note: 'ملاحظة', tip: 'نصيحة', important: 'مهم', warning: 'تحذير', caution: 'تنبيه' },
  tasks: { open: 'مهمة غير منجزة', done: 'مهمة منجزة' },
  breadcrumb: 'مسار التنقل',
  results: {
    title: (words) => `بحث: ${words}`,
    previous: 'النتائج السابقة',
    more: 'نتائج أخرى',
    withoutQuotes: 'ابحث من دون علامتي الاقتباس',
    address: (label, url) => `${label}: ${url}`,
    count: (total) => (total === 0 ? 'لا توجد نتائج' : `النتائج: ${total}`),
    noPage: (page) => `لا توجد صفحة ${page} لهذه النتائج.`,
    noWords: 'لا توجد كلمات يمكن البحث عنها.',
    cut: (characters) => `لم يُقرأ من نص البحث إلا أوله (عدد الأحرف: ${characters}).`,
    replaced: (term, by) => `لا يرد «${term}» في أي مقال؛ جرى البحث عن ${quoted(by)} بدلًا منه.`,
    nowhere: (terms) => `لا نتائج لـ ${quoted(terms)}.`,
    thisYear: (year: string) => `فُهم «هذا العام» على أنه ${year}، وهو عام أحدث مقال.`,
    frequent: 'العبارة مكوّنة من كلمات شائعة، فجرى البحث عنها في أقرب المقالات فقط.',
  },

  lists: {
    titles: {
      time: (time) => `مقالات ${time}`,
      undated: 'مقالات بلا تاريخ',
      series: (label) => `سلسلة: ${label}`,
      tag: (tag) => `موضوع: ${tag}`,
      author: (name) => name,
    },
    undated: 'بلا تاريخ',
    part: (number) => `الجزء ${number}`,
    range: (from, to) => `${from} – ${to}`,
    posts: ({ count, publication, kind, name, span }) => {
      const what = {
        time: name,
        undated: 'بلا تاريخ',
        series: `سلسلة ${name}`,
        tag: `موضوع ${name}`,
        author: `بقلم ${name}`,
      }[kind]
      const when = span && (span[0] === span[1] ? span[0] : `من ${span[0]} إلى ${span[1]}`)
      return `${publication}، ${what}. ${ar.posts(count)}${when ? ` (${when})` : ''}.`
    },
    headings: { posts: 'المقالات', all: 'الكل', newest: 'الأحدث', mostPosts: 'الأكثر استخدامًا' },
    more: 'تصفّح',
    by: {
      years: 'المقالات حسب السنة',
      'all series': 'المقالات حسب السلسلة',
      tags: 'المقالات حسب الموضوع',
      authors: 'المقالات حسب الكاتب',
    },
    count: {
      'all series': (count) => `عدد السلاسل: ${count}`,
      tags: (count) => `عدد المواضيع: ${count}`,
      authors: (count) => `عدد الكُتّاب: ${count}`,
    },
  },

  copy: 'نسخ',
  copied: 'نُسخ',
  copyLink: 'نسخ رابط هذا المقطع',
  theme: 'المظهر',
  themes: { auto: 'النظام', light: 'فاتح', dark: 'داكن' },
}

const quoted = (terms: readonly string[]) => terms.map((term) => `«${term}»`).join('، ')

export const arPages: PageWords = {
  search: {
    summary: (publication) =>
      `بحث في النص الكامل لمقالات ${publication}، مع اقتباس المقاطع المطابقة في كل نتيجة.`,
    text: `اكتب بضع كلمات عن الموضوع بأي ترتيب وبأي صيغة. أما الكلمات الموضوعة بين علامتي اقتباس فيُبحث عنها كما هي تمامًا: \`"entity tag"\`.
وإذا لم ترد كلمة في أي مقال، بُحث عن كلمة تبدأ مثلها أو تشبهها في الكتابة، ويُذكر ذلك مع النتائج.`,
    programs: (template) => `تطلب البرامج \`${template}\` فتحصل على النتائج نفسها بصيغة Markdown.`,
    inBrowser: 'يعمل البحث هنا داخل المتصفح ويحتاج إلى JavaScript.',
  },
  results: {
    title: 'نتائج البحث',
    summary: (publication) => `المقالات المطابقة من ${publication} مع المقاطع المطابقة فيها.`,
    closing:
      'كل مقال متاح بصيغة Markdown عند إضافة `.md` إلى عنوان صفحته. عند الاقتباس من مقال، اذكر كاتبه وعنوانه ورابطه.',
  },
  contact: {
    summary: (publication, isReachable) =>
      `من ينشر ${publication}${isReachable ? '، وكيف ترسل إليه تصحيحًا أو سؤالًا' : ''}.`,
    publisher: (publication, name) => `ناشر ${publication} هو ${name}.`,
    email: (address) => `البريد الإلكتروني: ${address}`,
    web: (address) => `الموقع: ${address}`,
    neither: 'لا يوجد عنوان بريد إلكتروني ولا صفحة ويب للناشر.',
    corrections: 'يكون التصحيح أنفع إذا تضمّن عنوان المقال، والجملة كما هي الآن، ومصدرًا يبيّن الخطأ.',
  },
  privacy: {
    summary: (publication) => `ما يعرفه ${publication} عن قرائه، وما يحق لهم فعله بما يقرؤونه هنا.`,
    privacy: `لا يستخدم هذا الموقع ملفات تعريف الارتباط، ولا يطلب من أحد تسجيل الدخول. وهو للقراءة فقط، فلا شيء يُرسل إليه. وكلمات البحث جزء من عنوان صفحة النتائج، فتصل إلى الخادم معه. ولا تحمّل صفحاته
شيئًا من مواقع أخرى سوى الصور والتسجيلات التي تعرضها المقالات. أما البرنامج النصي الوحيد فيها، وهي تعمل جيدًا من دونه، فيحفظ الألوان المختارة على جهاز القارئ
ولا يرسل شيئًا إلى أحد.`,
    hosts: (hosts) =>
      `وقد أضاف الناشر محتوى تحمّله الصفحات أيضًا من ${hosts}، وتسري عليه شروط الخصوصية لتلك المواقع.`,
    players: 'ولا يُحمّل الفيديو من موقعه إلا عند تشغيله.',
    weekly: 'يتغير المحتوى مرة في الأسبوع تقريبًا.',
    caching: `احتفظ بما تجلبه ساعة على الأقل، ثم أرسل \`ETag\` الخاص به:
فالمستند الذي لم يتغير لا يكلف سوى رد قصير.`,
    headings: { privacy: 'الخصوصية', terms: 'شروط الاستخدام', caching: 'التخزين المؤقت' },
  },
  noTerms: `لم يحدد الناشر شروطًا للاستخدام: لا يُمنح أي حق يتجاوز ما يسمح به القانون. اسأل قبل إعادة استخدام النصوص.

البرنامج الذي يقتبس من مقال يذكر كاتبه وعنوانه ورابطه الأساسي.`,
}
