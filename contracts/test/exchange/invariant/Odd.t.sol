// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ExchangeBase} from "../../base/ExchangeBase.sol";
import {OddHandler} from "./OddHandler.sol";

contract OddInvariantTest is ExchangeBase {
    OddHandler private handler;

    function setUp() public override {
        super.setUp();
        handler = new OddHandler(exchange, proxy, treasury);
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function invariant_AllHolds() public view {
        holdsFeesAndCreditsOnly();
        paysExactly();
        endsAsTheBooksSay();
    }

    function holdsFeesAndCreditsOnly() private view {
        vm.assertEq(address(exchange).balance, handler.feesKept() + exchange.totalClaimable(), "coin");
        vm.assertEq(exchange.totalClaimable(), exchange.claimable(address(handler.creator())), "credits");
        vm.assertEq(handler.shares().balanceOf(address(exchange)), 0, "no shares");
    }

    function paysExactly() private view {
        vm.assertEq(bob.balance, 1000 ether - handler.paid(), "the buyer");
        uint256 all = alice.balance + bob.balance + address(handler.creator()).balance + treasury.balance;
        vm.assertEq(all + address(exchange).balance, 1000 ether, "none is made or lost");
    }

    function endsAsTheBooksSay() private view {
        vm.assertTrue(!handler.wasWrong(), "right");
    }
}
