// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {BoxOrder} from "../../../src/box/BoxTypes.sol";
import {IBlindBox} from "../../../src/box/IBlindBox.sol";
import {Asset, Sig} from "../../../src/exchange/OrderTypes.sol";
import {BoxBase} from "../../base/BoxBase.sol";

/// @notice [F-3] Boxes times kinds of one request, where each box puts all kinds into a new order. That what is taken fits into
/// a transaction is shown in `box/worst`.
contract OrderedTest is BoxBase {
    uint256 private salt;

    /// @dev `kinds` of 60 copies each.
    function series(uint256 kinds, uint256 opening, bool repeat, Asset memory money) private returns (BoxOrder memory order) {
        order = aBox(money);
        (order.key.sellAssets, order.assetAmounts, order.uris) = (new Asset[](kinds), new uint256[](kinds), new string[](kinds));
        for (uint256 i; i < kinds; ++i) {
            order.key.sellAssets[i] = Asset(address(multi), 1000 + i, 2);
            order.assetAmounts[i] = 60;
            multi.give(alice, 1000 + i, 60);
        }
        (order.key.salt, order.opening, order.repeat) = (++salt, opening, repeat);
        order.buying = 60 * kinds / opening * 1 gwei;
    }

    function start(BoxOrder memory order) private returns (bytes32 id) {
        vm.prank(alice);
        id = box.register(order, anchor(), CHAIN, 1 gwei);
        bonded(id, 200 gwei);
    }

    /// @dev `most` boxes are taken, one more is not.
    function atMost(uint256 kinds, uint256 opening, bool repeat, uint256 most) private {
        bytes32 id = start(series(kinds, opening, repeat, coin()));
        uint256 more = most + 1;
        openReverts(bob, id, more, more * 1.025 gwei, abi.encodeWithSelector(IBlindBox.BoxQuantityInvalid.selector, more));
        vm.prank(bob);
        box.open{value: most * 1.025 gwei}(id, most);
        vm.assertEq(box.boxOf(id).pending, most, "taken");
    }

    /// [F-3] As the proof of the finding had it: 50 boxes of two of a hundred kinds.
    function test_F3_RevertWhen_FiftyBoxesOfTwoOfAHundredKindsAreAskedFor() public {
        bytes32 id = start(series(100, 2, false, coin()));
        openReverts(bob, id, 50, 51.25 gwei, abi.encodeWithSelector(IBlindBox.BoxQuantityInvalid.selector, 50));
    }

    /// [F-3]
    function test_F3_RevertWhen_OneBoxMoreThanFifteenOfAHundredKindsIsAskedFor() public {
        atMost(100, 2, false, 15);
    }

    /// [F-3]
    function test_F3_RevertWhen_OneBoxMoreThanFifteenOfNinetyNineKindsIsAskedFor() public {
        atMost(99, 3, false, 15);
    }

    /// [F-3]
    function test_F3_RevertWhen_OneBoxMoreThanSixteenOfNinetyThreeKindsIsAskedFor() public {
        atMost(93, 2, false, 16);
    }

    /// [F-3]
    function test_F3_RevertWhen_OneBoxMoreThanTwentyOfSeventyFiveKindsIsAskedFor() public {
        atMost(75, 3, false, 20);
    }

    /// [F-3]
    function test_F3_RevertWhen_OneBoxMoreThanTwentyFourOfSixtyOneKindsIsAskedFor() public {
        atMost(61, 2, false, 24);
    }

    /// [F-3]
    function test_F3_RevertWhen_OneBoxMoreThanFortyEightOfThirtyOneKindsIsAskedFor() public {
        atMost(31, 2, false, 48);
    }

    /// [F-3]
    function test_F3_RevertWhen_APrizeMoreThanAHundredIsAskedForOfThirtyKinds() public {
        atMost(30, 2, false, 50);
    }

    /// [F-3]
    function test_F3_RevertWhen_APrizeMoreThanAHundredIsAskedForOfTenToABox() public {
        atMost(100, 10, false, 10);
    }

    /// [F-3]
    function test_F3_RevertWhen_ManyTokensPayForTooManyBoxes() public {
        bytes32 id = start(series(100, 2, false, token()));
        openReverts(bob, id, 16, 0, abi.encodeWithSelector(IBlindBox.BoxQuantityInvalid.selector, 16));
    }

    /// [F-3]
    function test_F3_RevertWhen_TicketsPayForTooManyBoxes() public {
        BoxOrder memory order = series(100, 2, false, ticket());
        order.buying = 3000;
        bytes32 id = start(order);
        openReverts(bob, id, 16, 0, abi.encodeWithSelector(IBlindBox.BoxQuantityInvalid.selector, 16));
    }

    /// [F-3]
    function test_F3_RevertWhen_TheDocumentedFormAsksForTooManyBoxes() public {
        BoxOrder memory order = series(100, 2, false, coin());
        start(order);
        Sig memory unused = none();
        vm.expectRevert(abi.encodeWithSelector(IBlindBox.BoxQuantityInvalid.selector, 16));
        vm.prank(bob);
        box.open{value: 16.4 gwei}(order, unused, FEE, unused, 16, bob);
    }

    /// [F-3] Kinds that are drawn to the end are counted still: what is registered decides, not what is left.
    function test_F3_RevertGiven_SomeBoxesAreDrawn() public {
        bytes32 id = start(series(100, 2, false, coin()));
        vm.prank(bob);
        box.open{value: 15 * 1.025 gwei}(id, 15);
        mine(2);
        reveal(id, 0);
        openReverts(bob, id, 16, 16.4 gwei, abi.encodeWithSelector(IBlindBox.BoxQuantityInvalid.selector, 16));
    }

    /// [F-3]
    function test_F3_WhenAKindMayComeTwice() public {
        atMost(100, 2, true, 50);
    }

    /// [F-3]
    function test_F3_WhenABoxHoldsOnePrize() public {
        atMost(100, 1, false, 100);
    }
}
