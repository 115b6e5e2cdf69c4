create table packages (
  id integer primary key,
  name text not null,
  price_cents integer not null check (price_cents > 0),
  shortest_minutes integer not null check (shortest_minutes > 0),
  -- What a job takes of a bay: the upper end of the installation time.
  duration_minutes integer not null check (duration_minutes >= shortest_minutes),
  main_feature text not null,
  features text[] not null,
  image_url text
);

insert into packages (id, name, price_cents, shortest_minutes, duration_minutes, main_feature, features, image_url) values
  (1, 'Smart Connect Essential', 49900, 120, 180, 'Use existing screen',
   '{"Apple CarPlay","Android Auto","Bluetooth 5.0","USB Integration"}', '/pictures/smart-connect-essential.svg'),
  (2, 'Smart Connect Premium', 79900, 180, 240, 'Upgrade existing screen to 10 inch screen',
   '{"Apple CarPlay","Android Auto","Bluetooth 5.0","Premium Sound"}', '/pictures/smart-connect-premium.svg'),
  (3, 'Ultra Connect Pro', 129900, 240, 300, 'Fully integrated 12.3 inch touchscreen',
   '{"Apple CarPlay","Android Auto","Bluetooth 5.0","Wireless Charging","Voice Control","HD Sound System"}', '/pictures/ultra-connect-pro.svg');
