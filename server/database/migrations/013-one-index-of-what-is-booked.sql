-- What is booked is found, and come by in the order of its start, by appointments_listed_by_state.
drop index appointments_booked;
