/** Texts in many scripts, by title. */
export const library: Record<string, string> = {
  'Locks and timeouts':
    'A **mutex** is held by one thread; the others wait until `unlock()` is called. Deadlocks come of two locks taken in different orders.',
  'Code names':
    'Call `getUserName(id)` or set `max_retries` and MAX_CONNECTIONS.\n\n```ts\nconst httpServer2 = new HTTPServer();\nparseXMLDocument(text);\n```',
  'Ein Dampfer auf der Donau':
    'Die Donaudampfschifffahrtsgesellschaft fuhr über die Straße nach Köln. Der Straßenbahnfahrer las den Fahrplan, die Rechtsschutzversicherung zahlte.',
  Café: 'Un déjeuner naïf à la crème brûlée, señor. Łódź and Ørsted; the résumé was rewritten. İstanbul is far.',
  数据库的锁: '我们在北京大学学习数据库的锁机制。事务隔离级别很重要。',
  日本語の投稿: '東京都でプログラミングをする。ガ行とカタカナ。データベースのトランザクション。',
  مقال: 'كتبتُ مقالةً عن الأقفال في قواعد البيانات. اللغة العربية جميلة، وقرأ الطالب الكتاب.',
  'Привет, мир': 'Ёлка и ёжик под снегом. Блокировки в базе данных.',
  ภาษาไทย: 'สวัสดีชาวโลก การเขียนโปรแกรม',
  हिन्दी: 'नमस्ते दुनिया',
  '한국어 글': '안녕하세요 세계. 데이터베이스 잠금',
  Ελλάδα: 'Καλημέρα κόσμε. Οι κλειδαριές της βάσης.',
  שלום: 'שָׁלוֹם עוֹלָם, מנעולים במסד נתונים',
  'Baking bread':
    'Flour, water and patience. The colour of the crust says when it is done. See [the recipe](https://hidden.example/sourdough-secret).',
  'Release notes 2.7.1':
    'Fixed an e-mail bug in C++ and C#. PostgreSQL 17, node:sqlite and WebAssembly are supported; ﬁles load faster.',
  Trains: 'The night train to Vienna was late. Trains wait for no one, and travelling by rail is slow.',
};

/** Queries that people type, separated by `|`, after the title of the post that they expect. */
const typed: [title: string, queries: string][] = [
  // Plain words.
  ['Locks and timeouts', 'mutex|MUTEX|thread mutex|locks timeouts'],
  ['Baking bread', 'patience|baking|flour water|  water   flour |recipe'],
  ['Trains', 'Vienna|night train|"night train"|train, late!|no'],
  ['Release notes 2.7.1', 'C|2.7.1'],
  // Parts of words.
  ['Locks and timeouts', 'mut|ute|nlock|deadlo|lock|timeout'],
  ['Baking bread', 'atience'],
  ['Release notes 2.7.1', 'assembly|postgres'],
  ['Trains', 'travel|travelling by rail'],
  // Names in code.
  ['Code names', 'getUserName|getusername|user name|UserName|etUserNa|max_retries|retries|maxRetries|max retries'],
  ['Code names', 'MAX_CONNECTIONS|connections|HTTPServer|http server|httpServer2|XMLDocument|xml document'],
  ['Code names', 'get_user_name|id'],
  ['Locks and timeouts', 'unlock()'],
  ['Release notes 2.7.1', 'node:sqlite|C++'],
  // Accents and forms of letters.
  ['Café', 'cafe|café|CAFÉ|dejeuner|creme brulee|crème brûlée|naif|senor|lodz|orsted|resume|istanbul'],
  ['Release notes 2.7.1', 'files'],
  // German.
  ['Ein Dampfer auf der Donau', 'donaudampf|schifffahrt|gesellschaft|dampfschiff|versicherung|bahnfahrer|strasse'],
  ['Ein Dampfer auf der Donau', 'Straße|STRASSE|koln|Köln|Koeln|uber'],
  // Chinese.
  ['数据库的锁', '数据库|北京|北京大学|京大|锁|锁机制|数据库 事务|數據庫'],
  // Japanese.
  ['日本語の投稿', '日本語|東京|東京都|プログラミング|グラミ|ﾌﾟﾛｸﾞﾗﾐﾝｸﾞ|データベース|ぷろぐらみんぐ'],
  // Arabic.
  ['مقال', 'مقالة|مقاله|الأقفال|الاقفال|أقفال|كتبت|بيانات|الكتاب|قرأ'],
  // Other scripts.
  ['Привет, мир', 'привет|елка|блокировк'],
  ['ภาษาไทย', 'สวัสดี|โปรแกรม'],
  ['हिन्दी', 'नमस्ते'],
  ['한국어 글', '안녕|베이스'],
  ['Ελλάδα', 'καλημερα|ΚΌΣΜΕ'],
  ['שלום', 'שלום|מנעול'],
  // Other forms in which a person would still recognize the word.
  ['Locks and timeouts', 'mutexes'],
  ['Baking bread', 'color'],
  ['Release notes 2.7.1', 'email'],
  ['Trains', 'traveling|vienn|viena'],
];

/** Each query, with the post that it has to find. A search may find other posts as well. */
export const queries = typed.flatMap(([title, all]) => all.split('|').map((query) => [query, title] as const));

/** Queries that miss a post both on the device and on the server: other spellings and longer forms of a word. */
const missedByBoth = 'maxRetries|Koeln|數據庫|ぷろぐらみんぐ|mutexes|color|email|traveling|viena'.split('|');

/** Queries that miss an expected post, in the order of `queries`. Remove a query here once it finds its post. */
export const missed = { device: missedByBoth, server: missedByBoth };

/** Queries that find nothing: words of URLs, which readers never see, and strings without words. */
export const notWords = ['hidden.example', 'sourdough', '**', '…', '"'];
