// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ExchangeBase} from "../../base/ExchangeBase.sol";
import {HostileHandler} from "./HostileHandler.sol";

contract HostileInvariantTest is ExchangeBase {
    HostileHandler private handler;

    function setUp() public override {
        super.setUp();
        handler = new HostileHandler(exchange, proxy, treasury);
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function invariant_AllHolds() public view {
        holdsFeesAndCreditsOnly();
        paysExactly();
        staysShutInsideAMint();
    }

    function holdsFeesAndCreditsOnly() private view {
        vm.assertEq(address(exchange).balance, handler.feesKept() + exchange.totalClaimable(), "coin");
        vm.assertEq(exchange.totalClaimable(), exchange.claimable(address(handler.creator())), "credits");
        vm.assertEq(handler.token().balanceOf(address(exchange)), handler.heldFees(), "held fees");
        vm.assertEq(handler.token().balanceOf(address(proxy)) + address(proxy).balance, 0, "nothing in the proxy");
    }

    function paysExactly() private view {
        vm.assertEq(bob.balance, 1000 ether - handler.paid(), "coin of the buyer");
        vm.assertEq(handler.token().balanceOf(bob), 1e30 - handler.tokenPaid(), "tokens of the buyer");
    }

    function staysShutInsideAMint() private view {
        vm.assertTrue(!handler.wasOpen(), "shut and covered");
        vm.assertTrue(!handler.wasWrong(), "every call ended as the books say");
    }
}
