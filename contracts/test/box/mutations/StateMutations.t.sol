// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BoxOrder} from "../../../src/box/BoxTypes.sol";
import {IBlindBox} from "../../../src/box/IBlindBox.sol";
import {IFees} from "../../../src/fees/IFees.sol";
import {TaxedERC20} from "../../base/Tokens.sol";
import {BoxMutationBase} from "./MutationBase.sol";

/// @notice A request that works, with one thing changed.
contract BoxStateMutationsTest is BoxMutationBase {
    function by(bytes4 selector, uint256 fact) private pure returns (bytes memory) {
        return abi.encodeWithSelector(selector, fact);
    }

    function test_RevertWhen_TheSeriesIsUnknown() public {
        openReverts(bob, "none", 1, DUE, abi.encodeWithSelector(IBlindBox.BoxUnknown.selector, bytes32("none")));
    }

    function test_RevertGiven_ItHasNotStarted() public {
        bytes32 id = registered(aBox(coin()));
        vm.warp(START - 1);
        openReverts(bob, id, 1, DUE, by(IBlindBox.BoxNotStarted.selector, START));
    }

    function test_RevertGiven_ItHasEnded() public {
        bytes32 id = registered(aBox(coin()));
        vm.warp(END);
        openReverts(bob, id, 1, DUE, by(IBlindBox.BoxEnded.selector, END));
    }

    function test_RevertWhen_NoBoxIsAskedFor() public {
        openReverts(bob, registered(aBox(coin())), 0, 0, by(IBlindBox.BoxQuantityInvalid.selector, 0));
    }

    /// A hundred prizes at once and no more.
    function test_RevertWhen_TooManyAreAskedFor() public {
        openReverts(bob, registered(aBox(coin())), 51, 51 * DUE, by(IBlindBox.BoxQuantityInvalid.selector, 51));
    }

    function test_RevertWhen_TheAmountWouldWrap() public {
        openReverts(bob, registered(aBox(coin())), type(uint256).max, 0, by(IBlindBox.BoxQuantityInvalid.selector, type(uint256).max));
    }

    /// Those that wait count.
    function test_RevertGiven_TooFewAreLeft() public {
        bytes32 id = registered(aBox(coin()));
        openAs(eve, id, 8);
        openReverts(bob, id, 3, 3 * DUE, by(IBlindBox.BoxSoldOut.selector, 2));
        openAs(bob, id, 2);
        openReverts(bob, id, 1, DUE, by(IBlindBox.BoxSoldOut.selector, 0));
    }

    function test_RevertGiven_TheBondIsShort() public {
        BoxOrder memory order = aBox(coin());
        vm.prank(alice);
        bytes32 id = box.register(order, anchor(), CHAIN, PRICE);
        openReverts(bob, id, 1, DUE, abi.encodeWithSelector(IBlindBox.BoxBondShort.selector, 0, PRICE));
        bonded(id, 3 * PRICE);
        openAs(bob, id, 2);
        openReverts(bob, id, 2, 2 * DUE, abi.encodeWithSelector(IBlindBox.BoxBondShort.selector, 3 * PRICE, 4 * PRICE));
        openAs(bob, id, 1);
    }

    function test_RevertGiven_TheChainIsUsedUp() public {
        BoxOrder memory order = aBox(coin());
        vm.prank(alice);
        bytes32 id = box.register(order, keccak256(abi.encode(SECRET)), 1, PRICE);
        bonded(id, 10 * PRICE);
        openAs(bob, id, 1);
        openReverts(bob, id, 1, DUE, by(IBlindBox.BoxChainUsedUp.selector, 1));
    }

    function test_RevertWhen_TheValueIsWrong() public {
        bytes32 id = registered(aBox(coin()));
        openReverts(bob, id, 1, DUE - 1, abi.encodeWithSelector(IBlindBox.BoxValueWrong.selector, DUE - 1, DUE));
        openReverts(bob, id, 1, DUE + 1, abi.encodeWithSelector(IBlindBox.BoxValueWrong.selector, DUE + 1, DUE));
    }

    function test_RevertWhen_CoinComesWithATokenOrTicket() public {
        openReverts(bob, registered(aBox(token())), 1, 1, abi.encodeWithSelector(IBlindBox.BoxValueWrong.selector, 1, 0));
        BoxOrder memory order = aBox(ticket());
        order.buying = 30;
        openReverts(bob, registered(order), 1, 1, abi.encodeWithSelector(IBlindBox.BoxValueWrong.selector, 1, 0));
    }

    function test_RevertGiven_Paused() public {
        bytes32 id = registered(aBox(coin()));
        BoxOrder memory order = aBox(ticket());
        order.buying = 30;
        bytes32 other = registered(order);
        vm.prank(operator);
        box.pause(1 hours);
        bytes memory why = by(IFees.FeesPaused.selector, START + 1 hours);
        openReverts(bob, id, 1, DUE, why);
        openReverts(bob, other, 1, 0, why);
    }

    function test_RevertGiven_TheBuyerIsPoor() public {
        bytes32 id = registered(aBox(token()));
        vm.prank(bob);
        pay.transfer(eve, 999 ether);
        openReverts(bob, id, 1, 0, abi.encodeWithSignature("ERC20InsufficientBalance(address,uint256,uint256)", bob, 1 ether, DUE));
    }

    function test_RevertGiven_TheAllowanceIsLow() public {
        bytes32 id = registered(aBox(token()));
        vm.prank(bob);
        pay.approve(address(proxy), 1);
        openReverts(bob, id, 1, 0, abi.encodeWithSignature("ERC20InsufficientAllowance(address,uint256,uint256)", proxy, 1, DUE));
    }

    function test_RevertGiven_NoTicketIsLeft() public {
        BoxOrder memory order = aBox(ticket());
        order.buying = 30;
        bytes32 id = registered(order);
        vm.prank(bob);
        multi.safeTransferFrom(bob, eve, 9, 998, "");
        openReverts(
            bob, id, 1, 0, abi.encodeWithSignature("ERC1155InsufficientBalance(address,uint256,uint256,uint256)", bob, 2, 3, 9)
        );
    }

    /// A token that keeps a part of what moves pays neither bond nor box.
    function test_RevertWhen_TheTokenTaxes() public {
        TaxedERC20 taxed = new TaxedERC20();
        taxed.give(alice, 100 ether);
        vm.prank(alice);
        taxed.approve(address(proxy), type(uint256).max);
        BoxOrder memory order = aBox(token());
        order.key.buyAsset.token = address(taxed);
        vm.prank(alice);
        bytes32 id = box.register(order, anchor(), CHAIN, PRICE);
        vm.expectRevert(abi.encodeWithSelector(IBlindBox.BoxPaymentShort.selector, taxed, PRICE));
        vm.prank(alice);
        box.depositBond(id, PRICE);
    }
}
