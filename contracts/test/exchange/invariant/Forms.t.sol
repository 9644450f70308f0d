// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IEditions} from "../../base/IEditions.sol";
import {VoucherBase} from "../../base/VoucherBase.sol";
import {FormsHandler} from "./FormsHandler.sol";

contract FormsInvariantTest is VoucherBase {
    FormsHandler private handler;

    function setUp() public override {
        super.setUp();
        handler = new FormsHandler(exchange, proxy, multiple);
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function invariant_AllHolds() public view {
        holdsFeesAndCreditsOnly();
        coveredInsideEveryHook();
        paysExactly();
        movesExactly();
    }

    function holdsFeesAndCreditsOnly() private view {
        vm.assertEq(address(exchange).balance, handler.feesKept() + exchange.totalClaimable(), "coin");
        vm.assertEq(exchange.totalClaimable(), exchange.claimable(address(handler.creator())), "credits");
        vm.assertEq(address(proxy).balance, 0, "coin in the proxy");
    }

    function coveredInsideEveryHook() private view {
        vm.assertGe(handler.creator().balanceSeen(), handler.creator().claimableSeen(), "covered");
        vm.assertTrue(!handler.creator().entered(), "shut");
    }

    function paysExactly() private view {
        vm.assertEq(bob.balance, 1000 ether - handler.paidByBob(), "the buyer");
        uint256 all = alice.balance + bob.balance + address(handler.wallet()).balance + address(handler.creator()).balance;
        vm.assertEq(all + address(exchange).balance + treasury.balance, 1000 ether, "none is made or lost");
    }

    function movesExactly() private view {
        vm.assertEq(handler.item().balanceOf(bob, 1), handler.itemsDue(), "bought");
        for (uint256 id = 1; id <= handler.minted(); ++id) {
            vm.assertEq(IEditions(address(multiple)).balanceOf(bob, id), 1, "one of each");
            vm.assertEq(multiple.totalSupply(id), 2, "minted once");
        }
        vm.assertTrue(!handler.wasWrong(), "every call ended as the books say");
    }
}
