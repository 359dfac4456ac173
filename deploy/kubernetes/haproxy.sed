# sed -f haproxy.sed ../haproxy/haproxy.cfg > haproxy.cfg
s/10\.0\.0\.11:/node-0:/
s/10\.0\.0\.12:/node-1:/
s/10\.0\.0\.13:/node-2:/
# Two balancers tell each other where names are. Each removes the address from its own line when it starts.
/^  localpeer /d
s/bind 127\.0\.0\.1:4029/bind :4029/
s/^  server balancer$/  server balancer-0 balancer-0:4029\
  server balancer-1 balancer-1:4029/
