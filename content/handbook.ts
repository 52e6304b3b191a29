/**
 * Owner's handbook: each task's title and steps, at most ten. Words in “quotes” are texts of the
 * admin.
 */
export const handbook = {
  day: {
    title: 'Start the day',
    steps: [
      'The first panel lists what needs you now, most urgent first. Each line leads to the page that settles it.',
      'Ship first: open the shipping desk. Then work through returns, messages and reviews.',
      'Orders on hold don’t ship until you release them. Open one to read why it is on hold.',
      'The figures below count every order, with refunds deducted. Open Analytics for periods.',
      'A red line about background work names what failed and since when. The shop retries automatically.',
    ],
  },
  'find-order': {
    title: 'Find an order',
    steps: [
      'Search by order number, name, email, phone, city, street, ZIP code, delivery note or tracking number.',
      'The tabs above the list are queues, such as orders to ship or on hold. “All” shows every order.',
      'Filter by “Order status” and “Payment”. The address of the page keeps search and filters, so you can bookmark it.',
      'Press a column’s title to sort. Press it again to reverse the order.',
      'Select several orders to change their status together. The shipping desk prints several packing slips.',
      '“Export CSV” has all orders that match, not only those on the page.',
    ],
  },
  order: {
    title: 'Change, refund or cancel an order',
    steps: [
      'Each button names a step that is possible now. “More actions” has the others.',
      '“Mark as shipped” asks for the carrier and tracking number, and emails the customer.',
      '“Add a package” is for an order in several packages. Each has its own tracking number.',
      '“Edit address” and “Edit contact details” work until the order has shipped. A new address may change the tax.',
      '“Refund” takes items, shipping or an amount. Restock only what you can sell again.',
      '“Cancel order” refunds everything that is left and restocks the items.',
      '“Put on hold” keeps an order off the shipping desk until you release it.',
      'Under “Emails” you see what the customer received, and can send it again.',
      'Under “Notes and tags”, keep what only your team should read. The list of orders can be filtered by tag.',
      'The “Timeline” names who changed what, and when.',
    ],
  },
  ship: {
    title: 'Ship orders',
    steps: [
      'The list has every paid order that may ship, oldest first. Orders on hold are left out.',
      'Select the orders you pack now and print their packing slips. They come in the order of the list.',
      'Choose the carrier once at the top, or for one order in its row.',
      'Scan or type the tracking number. A barcode scanner moves on to the next row.',
      'Ship the selected orders. Each customer gets an email with the tracking number.',
      'A number that looks wrong is asked about, and nothing ships until you confirm it.',
      'From a label program, paste its rows or choose its file, then press “Check rows”. You see each result before anything ships.',
      'Orders that could not ship stay listed with the reason.',
    ],
  },
  'phone-order': {
    title: 'Take an order by phone',
    steps: [
      'Create a phone order, enter the customer’s name and email, and choose the quantity.',
      'Press “Create order and email link”. The customer pays by card with the emailed link.',
      'Shipping and tax are added when the customer enters the address.',
      'The list shows which links are paid. “Send again” repeats the email.',
      'If the customer decides against it, press “Cancel link”. Nobody can pay with it then.',
      'A paid phone order is an order like any other and appears on the shipping desk.',
    ],
  },
  return: {
    title: 'Handle a return',
    steps: [
      'A customer requests a return at their order. You can also open one yourself on the order’s page.',
      '“Needs a label” lists returns that wait for you. Enter the link to the label you bought. The customer gets it by email.',
      'When the package arrives, press “Mark as received” and choose what to restock.',
      'Press “Refund return”. The amount is calculated for you and follows the return policy.',
      'To refuse, close the return with a reason. The customer reads it in the email.',
      'The column “Next step” says what each return waits for.',
    ],
  },
  'find-customer': {
    title: 'Find a customer',
    steps: [
      'Search by name, email or phone. Guests who bought are listed too.',
      'Filter by “Type” to see accounts or guests only.',
      'Sort by orders or by what was spent to see your best customers.',
      'Open a customer to see their orders, reviews and consent.',
    ],
  },
  customer: {
    title: 'Answer a customer’s request about their data',
    steps: [
      'The page has the customer’s orders, returns, reviews, messages, addresses and consent.',
      'To answer a request for their data, export it. The file has everything the shop stores about the person.',
      'Erasing removes name, addresses and messages. Orders stay in accounting without the person, as the law requires.',
      'Erasing can’t be undone. Finish open returns and refunds first.',
      '“Sign out everywhere” ends all sessions, for example after a lost phone.',
      '“Require two-factor” makes an account use a second step at the next sign-in.',
    ],
  },
  reviews: {
    title: 'Publish or reject reviews',
    steps: [
      'Judge whether a review is genuine, not how many stars it has.',
      'Press “Approve review” and it appears in the shop. The average rating follows at once.',
      'Reject spam, insults and reviews of something else, and give the reason. You can’t edit a review.',
      'Look at the photos before you approve: no faces of children, no personal data.',
      'Reply to a critical review with a solution. “Publish reply” shows your reply below it.',
      'Select several reviews to approve or reject them together.',
    ],
  },
  messages: {
    title: 'Answer messages',
    steps: [
      'Messages from the contact page arrive here. The oldest open one is the most urgent.',
      'Open one to read it beside the customer’s orders.',
      '“Send reply” answers by email. The reply is kept with the message.',
      '“Save note” adds a note that only your team can see.',
      '“Mark as spam” takes a message out of the inbox. “Move to inbox” brings it back.',
    ],
  },
  product: {
    title: 'Change price, stock and images',
    steps: [
      'Change name, price and texts, then press “Save product”. The shop shows it at once.',
      'The “Price (USD)” is crossed out beside a sale price only if it was charged shortly before.',
      '“Adjust stock” adds or removes units, for example a delivery. Give the reason, so that the history explains it.',
      'At 0 units the shop says sold out, and visitors can ask for a notice when it’s back.',
      'Units that a customer is paying for are reserved, so a unit is never sold twice.',
      'The first image is the main image. Every image needs alt text for people who can’t see it.',
      'The price history shows every price with its date.',
    ],
  },
  content: {
    title: 'Change texts and images',
    steps: [
      'Choose a page in the list. The preview beside the fields shows your draft.',
      'What you type is saved as a draft. Nobody else sees it until you publish.',
      'Words in braces, such as {price}, are variables. They always show today’s figure.',
      'A figure that contradicts the shop, such as another number of days, is pointed out.',
      '“Publish later…” publishes by itself at the time you choose.',
      '“History” has every published version. “Restore” brings one back.',
      '“Twelve photographs that sell it” lists the images worth replacing first.',
    ],
  },
  discounts: {
    title: 'Create a discount',
    steps: [
      'A code takes off a percentage or an amount. Customers enter it at checkout.',
      'Limit it: “Total uses (optional)”, “Uses per customer (optional)”, and a start and an end date.',
      'A promotion needs no code and applies automatically, for example three for the price of two.',
      'Promotions are deducted first, then the code, then tax is added.',
      'Clear “Active” to end a code at once. Orders placed with it keep their price.',
      'The list shows how often each code was used.',
    ],
  },
  subscribers: {
    title: 'Use the list of subscribers',
    steps: [
      'Each line has the email address, what the person agreed to, and when.',
      'Only email people who are still subscribed. “Export CSV” leaves everyone else out.',
      'If somebody asks you to stop, press “Unsubscribe”. It can’t be reversed by you, only by them.',
      'Keep the consent wording: it is your proof.',
    ],
  },
  automations: {
    title: 'See what automatic emails bring',
    steps: [
      'The page shows what each automatic email sent and how many orders followed.',
      'Reminders of an abandoned checkout go once to people who agreed to them.',
      'Review requests go out after delivery, once for each order.',
      'Back-in-stock notices go out when you add stock.',
      'Change their texts under Content, in the emails.',
    ],
  },
  analytics: {
    title: 'Read the figures',
    steps: [
      'Choose a period, and a period to compare with.',
      'Revenue counts orders on the day they were placed, and deducts refunds on the day of the refund.',
      'The same amounts are in Accounting. Sample and test orders are never counted.',
      '“Export this period” has one row for each day.',
    ],
  },
  visits: {
    title: 'See where customers come from',
    steps: [
      'Visits are counted without cookies or personal data, so nobody has to agree.',
      'The funnel shows how many visitors reach the product, the cart, the checkout and the order.',
      '“Sources” are the links that visitors came by. Add utm_source to a link to recognize it.',
      'The headline test compares two titles of the landing page. End it when the difference is clear.',
    ],
  },
  accounting: {
    title: 'Close a month',
    steps: [
      'Choose the month. The page compares your orders with the payment provider’s records.',
      'A difference is explained in a sentence. Only one that nothing explains needs you.',
      '“Import again” reads the provider’s records once more.',
      '“Export ledger” has every movement of money. Give it to your accountant.',
      '“Export tax report” has the tax due for each state and country.',
      'Invoices and credit notes have consecutive numbers and don’t change after a correction.',
    ],
  },
  settings: {
    title: 'Set up seller, banner and invoices',
    steps: [
      'Seller details are printed on invoices and in the footer. Enter the legal name, address and tax IDs.',
      'The banner is the line at the top of every page. A campaign text replaces it between two dates.',
      'Consecutive invoice numbers can be turned on, with a prefix of your own for invoices and credit notes.',
      'The policies are edited under Content.',
    ],
  },
  shipping: {
    title: 'Set up shipping',
    steps: [
      'Under “Countries you ship to”, select where you sell, then press “Save countries”. Others can’t check out.',
      'Each option has a name, a price and the business days it takes, for some countries or for all.',
      '“Free from (item total in USD, optional)” makes an option free for larger orders.',
      'Customers choose from the active options of their country. The first one is selected by default.',
      'Every sentence about shipping in the shop follows these options, free shipping included.',
      'Orders that were placed keep the price they paid.',
    ],
  },
  taxes: {
    title: 'Collect sales tax',
    steps: [
      'A live shop collects no tax until you select where. Ask your accountant where you must.',
      'Select the regions and press “Save regions”. New orders there include the tax.',
      'The table has base rates. US cities and counties may add a local part: Stripe Tax adds it, and can be turned on here.',
      'Change a rate with its source and date, so that you can prove it later.',
      'Orders that were placed keep the tax they paid.',
    ],
  },
  connections: {
    title: 'Connect payments and email',
    steps: [
      'Under “Address”, open this page at the shop’s final address and press “Use this address”.',
      'Copy the publishable and the secret key from Stripe, then press “Save keys”. The shop does the rest at Stripe.',
      '“Check the keys” asks Stripe whether they still work.',
      'Enter the server, user name and password of your email provider, and the sender that customers see.',
      '“Send a test email” shows that it arrives.',
      'Every change asks for your password and, if it is on, the code of your authenticator app.',
      'Afterwards only the last four characters of a key are shown. Nobody can read it here.',
    ],
  },
  notifications: {
    title: 'Choose your notifications',
    steps: [
      'Select what the shop should email you about. Each admin has their own settings.',
      'Keep disputes, failed refunds and failed emails: they need you soon.',
      'Press “Save notifications”.',
    ],
  },
  team: {
    title: 'Add a team member',
    steps: [
      'Under “Invite a team member”, enter the email address and choose a role.',
      'An administrator may do everything. Staff ship and answer. An accountant reads figures and exports.',
      'The invitation is a link that works once. “Send again” makes a new one.',
      'Change a role or remove a person at any time. It takes effect at once.',
      'Ask everyone to turn on two-factor authentication. The column “Two-factor” shows who did.',
      'The last administrator can’t be removed.',
    ],
  },
  launch: {
    title: 'Open the shop',
    steps: [
      'Open items come first. Each one says what is missing.',
      'Some items the shop checks itself. Others you confirm, with where to find the proof.',
      'Claims without proof are hidden in a live shop until you confirm them.',
      'Remove the sample data before you open.',
      'Place an order with a test card and refund it, to see what your customers see.',
    ],
  },
  'email-log': {
    title: 'Find out whether an email arrived',
    steps: [
      'Search by subject or by the customer’s email.',
      'Sent means that the email server accepted it. Its response is on the entry.',
      'A failed email is retried automatically. “Send again…” sends it now.',
      '“Dismiss” takes a failed email off the dashboard.',
    ],
  },
  audit: {
    title: 'Find out who changed something',
    steps: [
      'Every change by a person is listed with the time, the values before and the values after.',
      'Filter by “Type”, or search by a record such as an order number.',
      'Entries can’t be changed or deleted.',
    ],
  },
  security: {
    title: 'Check sign-ins and attacks',
    steps: [
      'The list has failed sign-ins, reached limits and changes of access.',
      'Many failures from one address are normal on the internet. They are limited automatically.',
      'A success you don’t recognize needs action: sign the person out everywhere and change the password.',
    ],
  },
  webhooks: {
    title: 'Tell another system about orders',
    steps: [
      'Press “Add endpoint” with the address that the other system gave you.',
      'Copy the signing secret. It is shown once.',
      'Every event is retried until it is delivered. The list shows each response.',
      '“Send again” repeats an event.',
    ],
  },
  'api-keys': {
    title: 'Connect a label or accounting program',
    steps: [
      'Create a key for each program, with only the permissions it needs.',
      'Copy the key. It is shown once.',
      'Revoke a key when you stop using the program. It stops working at once.',
      'The API reference lists the calls a program can make.',
    ],
  },
} satisfies Record<string, { title: string; steps: readonly string[] }>;
