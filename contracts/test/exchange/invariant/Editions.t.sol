// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {EditionsBase} from "../../base/EditionsBase.sol";
import {EditionsHandler} from "./EditionsHandler.sol";

contract EditionsInvariantTest is EditionsBase {
    EditionsHandler private handler;

    function setUp() public override {
        super.setUp();
        handler = new EditionsHandler(exchange, editions, address(wrapped), address(dollar));
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function invariant_AllHolds() public view {
        ordersSellWhatTheySay();
        unitsAreConstant();
        moneyIsConstant();
    }

    function ordersSellWhatTheySay() private view {
        vm.assertTrue(!handler.wasWrong(), "every call ended as the books say");
    }

    function unitsAreConstant() private view {
        uint256 held = token.balanceOf(alice, ID) + token.balanceOf(bob, ID) + token.balanceOf(eve, ID);
        vm.assertEq(held, 10 - handler.burnt(), "held");
        vm.assertEq(editions.totalSupply(ID), held, "supply");
        vm.assertEq(token.balanceOf(address(proxy), ID) + token.balanceOf(address(exchange), ID), 0, "nothing stays");
    }

    function moneyIsConstant() private view {
        address[5] memory all = [alice, bob, eve, carol, treasury];
        uint256 coins;
        uint256 dollars;
        for (uint256 i; i < all.length; ++i) {
            coins += wrapped.balanceOf(all[i]);
            dollars += dollar.balanceOf(all[i]);
        }
        vm.assertEq(coins, wrapped.totalSupply(), "18 decimals");
        vm.assertEq(dollars, dollar.totalSupply(), "6 decimals");
        vm.assertEq(address(exchange).balance, 0, "no coin came");
    }
}
